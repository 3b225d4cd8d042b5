/**
 * What somebody named to install: a name of the registry, a tarball or a folder on this machine. Nothing is looked up in a registry here,
 * and addresses (URLs, git) are refused: a plugin comes from a place that keeps versions, or from the user's own disk.
 */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from './errors.js';

export type PluginSource = { readonly kind: 'registry'; readonly spec: string } | { readonly kind: 'tarball' | 'folder'; readonly path: string };

/** `name`, `@scope/name`, either with `@version`, `@range` or `@tag`. */
const REGISTRY = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?:@[A-Za-z0-9^~<>=*|. +_-]+)?$/;
const PATH = /^(?:\.{1,2}(?:[/\\]|$)|[/\\~]|[A-Za-z]:[/\\])|[\\]|\.(?:tgz|tar\.gz)$/;

/** @throws CLI_PLUGIN_SOURCE_INVALID */
export function parsePluginSource(text: string, cwd: string = process.cwd()): PluginSource {
  const path = resolve(cwd, text);
  if (!PATH.test(text) && REGISTRY.test(text)) return { kind: 'registry', spec: text };
  if (text === '' || (!PATH.test(text) && !existsSync(path))) throw invalid(text, 'a package name, a tarball (.tgz) or a folder');
  if (!existsSync(path)) throw invalid(text, 'a tarball or folder that exists');
  if (statSync(path).isDirectory()) return { kind: 'folder', path };
  if (!/\.(?:tgz|tar\.gz)$/.test(path)) throw invalid(text, 'a tarball that ends in .tgz');
  return { kind: 'tarball', path };
}

/** As npm takes it. */
export function npmSpec(source: PluginSource): string {
  return source.kind === 'registry' ? source.spec : source.path;
}

function invalid(got: string, expected: string): CliError {
  return new CliError('CLI_PLUGIN_SOURCE_INVALID', { details: { expected, got: got.slice(0, 200) } });
}

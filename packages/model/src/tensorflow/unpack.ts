/**
 * Wheels and npm tarballs unpacked by Python's own readers, which check the sums of what they read; Python is there because pip is.
 * Only files below the asked-for paths are written, so a wheel of 10,000 files leaves a few hundred.
 */
import { basename } from 'node:path';
import { ModelError } from '../errors.js';
import { reasonOf } from './reason.js';
import { runTool, ToolFailed, type ToolOptions } from './run-tool.js';

const DAMAGED = 3;
const UNWRITABLE = 4;

/** Arguments: folder, archive, then the paths to take; a path that ends in `/` takes all below it. Headers of CUDA are not needed by anyone. */
const PROGRAM = `
import os, shutil, sys, tarfile, zipfile, zlib
folder, archive, *wanted = sys.argv[1:]
def want(name):
    parts = name.split('/')
    return '..' not in parts and not name.startswith('/') and not (parts[0] == 'nvidia' and 'include' in parts) and any(name.startswith(path) if path.endswith('/') else name == path for path in wanted)
def write(name, source):
    target = os.path.join(folder, *name.split('/'))
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        sink = open(target, 'wb')
    except OSError as error:
        sys.stderr.write(str(error)); sys.exit(${UNWRITABLE})
    with sink:
        while True:
            block = source.read(1 << 20)
            if not block: break
            try: sink.write(block)
            except OSError as error:
                sys.stderr.write(str(error)); sys.exit(${UNWRITABLE})
    if '/bin/' in name: os.chmod(target, 0o755)
count = 0
try:
    if archive.endswith('.whl'):
        with zipfile.ZipFile(archive) as source:
            for entry in source.infolist():
                if not entry.is_dir() and want(entry.filename):
                    with source.open(entry) as stream: write(entry.filename, stream)
                    count += 1
    else:
        with tarfile.open(archive) as source:
            for entry in source:
                if entry.isfile() and want(entry.name):
                    write(entry.name, source.extractfile(entry)); count += 1
except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, OSError) as error:
    sys.stderr.write(str(error) or type(error).__name__); sys.exit(${DAMAGED})
print(count)
`;

/**
 * Writes the wanted files of an archive below a folder.
 * @param wanted paths inside the archive; one that ends in `/` stands for all below it
 * @returns the number of files written
 * @throws MODEL_INSTALL_ARCHIVE_INVALID for an archive that is cut off or damaged
 * @throws MODEL_INSTALL_FOLDER_UNWRITABLE for a folder that takes no more
 */
export async function unpack(python: string, archive: string, folder: string, wanted: readonly string[], options: ToolOptions): Promise<number> {
  try {
    return Number(await runTool(python, ['-I', '-c', PROGRAM, folder, archive, ...wanted], options));
  } catch (cause) {
    const reason = reasonOf(cause);
    if (cause instanceof ToolFailed && cause.status === UNWRITABLE) throw new ModelError('MODEL_INSTALL_FOLDER_UNWRITABLE', { details: { folder, reason }, cause });
    throw new ModelError('MODEL_INSTALL_ARCHIVE_INVALID', { details: { file: basename(archive), expected: 'a whole archive', got: reason }, cause });
  }
}

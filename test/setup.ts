/** tsyringe needs the metadata polyfill before any decorated class is loaded. */
import 'reflect-metadata';

#!/usr/bin/env node
// npx smartlists: installs and builds what is missing, then runs the operators' command line. --help lists its
// commands.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
await import(pathToFileURL(join(root, 'dist', 'apps', 'operator', 'main.js')).href);

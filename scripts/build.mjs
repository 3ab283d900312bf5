// npm run build: compiles everything into dist and removes the output of deleted sources.
import { build, checkNode, install } from './prepare.mjs';

checkNode();
await install();
await build({ always: true });

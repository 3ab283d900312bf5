// npm run build: compiles everything into dist and removes what belongs to sources that are gone.
import { build, checkNode, install } from './prepare.mjs';

checkNode();
await install();
await build({ always: true });

// `#name` is a door between libraries: package.json maps it to dist for Node; here it leads back to the source it is
// compiled from, in the shape dependency-cruiser can read (of a webpack configuration, only `resolve.alias`).
const path = require('node:path');
const { imports } = require('../package.json');

const source = (target) => path.resolve(__dirname, '..', target.replace('./dist/', './').replace(/\.js$/, '.ts'));
const alias = Object.fromEntries(Object.entries(imports).map(([name, target]) => [`${name}$`, source(target)]));

module.exports = { resolve: { alias } };

/** Nest's token for the ports of exports. */
export const EXPORT_PORTS = Symbol('EXPORT_PORTS');

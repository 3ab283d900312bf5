/** The version of the service, as npm knows it that started it. */
export const VERSION = process.env['npm_package_version'] ?? '0.1.0';

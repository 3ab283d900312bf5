export * from './contact.js';
export * from './delete-contact.js';
export * from './erase-contacts.js';
export * from './erasures.js';
export * from './expired-rows.js';
export * from './import-contacts.js';
export * from './present-contact.js';
export * from './references.js';

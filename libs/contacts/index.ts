export { ContactsModule } from './contacts.module.js';
export { CONTACT_PROJECTIONS } from './projections/index.js';

export { ContactItemBody } from './contact-body.dto.js';
export { EXTERNAL_ID } from './contact-details.dto.js';

import { CONTACT_PAGES } from '#contacts/pages';
import { DIALING_PAGES } from '#dialing/pages';
import { DO_NOT_CALL_PAGES } from '#do-not-call/pages';
import { MEMBER_PAGES } from '#members/pages';
import { WEBHOOK_PAGES } from '#webhooks/pages';

// Imports rooms without Nest only: the threads that read pages load this file.

/** Every page that a thread may be asked for. */
export const PAGES = [...DO_NOT_CALL_PAGES, ...CONTACT_PAGES, ...MEMBER_PAGES, ...WEBHOOK_PAGES, ...DIALING_PAGES];

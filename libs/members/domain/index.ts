export * from './change-members.js';
export * from './member-counts.js';
export * from './member.js';
export * from './present-member.js';
export * from './removal.js';
export * from './sweep.js';

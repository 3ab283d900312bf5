/** Called with each thing that does not fit: the place in the log, `stream@revision`, and what is wrong there. */
export type Found = (place: string, what: string) => void;

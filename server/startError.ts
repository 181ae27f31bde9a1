/** The product cannot start. The message is one sentence for the person who started it, and names what to change. */
export class StartError extends Error {}

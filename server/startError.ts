/** The product cannot start. The message is one sentence for the operator, and names what to change. */
export class StartError extends Error {}

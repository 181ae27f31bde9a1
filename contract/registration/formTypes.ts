/** The ways to join, as they are saved (specification section 3). */
export const formTypes = ['existing', 'free', 'red', 'sc', 'ya', 'free-tier-upgrade'] as const
export type FormType = (typeof formTypes)[number]

/** A form about the member's profile: one for each way to join, and the one that changes a submitted profile. */
export type Form = FormType | 'edit'

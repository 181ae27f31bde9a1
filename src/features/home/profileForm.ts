/**
 * Whether members can complete their profile in the app. Home shows its prompts (the reminder, the first step) only then: a prompt
 * must not lead to a form that does not exist yet.
 */
export const hasProfileForm: boolean = false

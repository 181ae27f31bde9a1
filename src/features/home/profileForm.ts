/**
 * Whether members can complete their profile in the app. Home prompts them to (the reminder, the first step) only if so: a prompt must not
 * lead to a form that does not exist.
 */
export const hasProfileForm: boolean = false

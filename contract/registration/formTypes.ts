/** The ways to join, as they are saved (specification section 3). */
export const formTypes = ['existing', 'free', 'red', 'sc', 'ya', 'free-tier-upgrade'] as const
export type FormType = (typeof formTypes)[number]

/** The way to join that a page of the app is about, by its path: `/en/registration-red`; undefined for all others. */
export function formOfPath(path: string): FormType | undefined {
  const [, , page = ''] = path.split(/[/?#]/)
  return formTypes.find((form) => page === `registration-${form}`)
}

/** A form about the member's profile: one for each way to join, and the one that changes a submitted profile. */
export type Form = FormType | 'edit'

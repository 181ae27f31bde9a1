/** What staff read a member by: the name in both scripts, or the address where there is none. */
export function memberName({ name, chineseName, email }: MemberNames): string {
  return [name, chineseName].filter(Boolean).join(' ') || email
}

interface MemberNames {
  name: string
  chineseName: string | null
  email: string
}

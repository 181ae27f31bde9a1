import type { DeclaredAccount } from './declaredAccount.ts'

interface Applicant {
  account: string
  status: 'Pending Payment' | 'Approved' | 'Rejected' | 'Expired'
  about: string
  first: string
  last: string
  chinese: string
  dob: string
  mobile: string
  memberNo: string
  /** Why the application was rejected. */
  reason?: string
}

const applicants: readonly Applicant[] = [
  {
    account: 'young.paying',
    status: 'Pending Payment',
    about: 'Young Audience Scheme: applied, not yet paid',
    first: 'Ka Yan',
    last: 'Cheung',
    chinese: '張嘉欣',
    dob: '2011-04-01',
    mobile: '51230011',
    memberNo: 'CB100011',
  },
  {
    account: 'young.approved',
    status: 'Approved',
    about: 'Young Audience Scheme: approved',
    first: 'Chun Hei',
    last: 'Leung',
    chinese: '梁俊熙',
    dob: '2009-10-01',
    mobile: '51230012',
    memberNo: 'CB100012',
  },
  {
    account: 'young.rejected',
    status: 'Rejected',
    about: 'Young Audience Scheme: rejected, with a reason',
    first: 'Hoi Ching',
    last: 'Tam',
    chinese: '譚凱晴',
    dob: '2010-06-01',
    mobile: '51230013',
    memberNo: 'CB100013',
    // As staff write it: who reads it may read either language.
    reason: 'The name on the student card isn’t the one in your profile. 學生證上的姓名與個人資料不符。',
  },
  {
    account: 'young.former',
    status: 'Expired',
    about: 'Young Audience Scheme: expired on 1 September',
    first: 'Lok Yin',
    last: 'Yip',
    chinese: '葉樂賢',
    dob: '2008-01-01',
    mobile: '51230014',
    memberNo: 'CB100014',
  },
]

/**
 * Members in every other state of the young audience scheme; one who waits for approval is among the other accounts.
 */
export const youngAccounts: readonly DeclaredAccount[] = applicants.map((applicant) => ({
  name: null,
  email: `${applicant.account}@clubbravo.test`,
  tier: 'Black',
  about: applicant.about,
  joined: 60,
  verified: true,
  person: {
    first_name: applicant.first,
    last_name: applicant.last,
    chinese_name: applicant.chinese,
    gender: 'other',
    dob: applicant.dob,
    mobile: applicant.mobile,
    member_no: applicant.memberNo,
    consent: true,
    ya_status: applicant.status,
    ya_reason: applicant.reason ?? null,
    guardian_name: `Parent of ${applicant.first}`,
    guardian_email: 'guardian@clubbravo.test',
    guardian_mobile: '51230006',
    school_name: 'Harbour View Secondary School',
    school_type: 'secondary_school',
  },
}))

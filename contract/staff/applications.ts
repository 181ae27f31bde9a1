import * as v from 'valibot'
import { youthStatuses } from '#contract/member/member.ts'
import { Language, type LocalizedText } from '#contract/language.ts'
import { keysOf } from '#contract/keysOf.ts'
import { endpoint, FileAnswer } from '#contract/endpoint.ts'
import { DoneBy, MemberId, Moment, Nothing, Undo, Words } from './schemas.ts'

/** Why an application is rejected, as the member reads it. */
export const rejections = {
  unreadable: {
    en: 'We can’t read your student card. Send a photo in which your name and school are clear.',
    tc: '我們未能看清你的學生證。請重新提交相片，並確保姓名及學校清晰可見。',
    sc: '我们无法看清你的学生证。请重新提交照片，并确保姓名和学校清晰可见。',
  },
  other_person: {
    en: 'The name on the student card isn’t the name on your profile.',
    tc: '學生證上的姓名與你的個人資料不符。',
    sc: '学生证上的姓名与你的个人资料不符。',
  },
  expired: {
    en: 'Your student card has expired. Send one for this school year.',
    tc: '你的學生證已過期。請提交本學年的學生證。',
    sc: '你的学生证已过期。请提交本学年的学生证。',
  },
  no_card: {
    en: 'What you sent isn’t a student card.',
    tc: '你提交的文件並非學生證。',
    sc: '你提交的文件不是学生证。',
  },
  other_school: {
    en: 'The school on the card isn’t the school on your application.',
    tc: '學生證上的學校與申請表不符。',
    sc: '学生证上的学校与申请表不符。',
  },
} as const satisfies Record<string, LocalizedText>
export type Rejection = keyof typeof rejections

/** An application in the queue. `at`: when its card was sent. */
const QueuedApplication = v.object({
  memberId: v.string(),
  name: v.string(),
  chineseName: v.nullable(v.string()),
  memberNo: v.nullable(v.string()),
  at: v.nullable(Moment),
})

export const listApplications = endpoint({
  summary: 'Lists the applications that wait for a decision, oldest first',
  method: 'GET',
  path: '/api/staff/applications',
  access: { staff: 'application_read' },
  request: Nothing,
  answer: v.object({ applications: v.array(QueuedApplication) }),
})

/**
 * What an application says. `card`: null once it is deleted; `looks`: who has looked at it, the latest first;
 * `decision`: who has decided it last. `language`: in which the member reads.
 */
export const Application = v.object({
  memberId: v.string(),
  status: v.picklist(youthStatuses),
  name: v.string(),
  chineseName: v.nullable(v.string()),
  email: v.string(),
  memberNo: v.nullable(v.string()),
  dob: v.nullable(v.string()),
  school: v.nullable(v.string()),
  schoolType: v.nullable(v.string()),
  guardian: v.object({
    name: v.nullable(v.string()),
    email: v.nullable(v.string()),
    mobile: v.nullable(v.string()),
  }),
  language: Language,
  card: v.nullable(v.object({ isPdf: v.boolean(), storedAt: Moment, deleteAt: Moment })),
  looks: v.array(DoneBy),
  decision: v.nullable(DoneBy),
})
export type Application = v.InferOutput<typeof Application>

/** null: no such member, or no application. */
export const getApplication = endpoint({
  summary: 'Gets one application to the Young Audience Scheme',
  method: 'GET',
  path: '/api/staff/application',
  access: { staff: 'application_read' },
  request: v.object({ memberId: MemberId }),
  answer: v.object({ application: v.nullable(Application) }),
})

/** A picture or a PDF. That it was looked at is recorded. */
export const studentCard = endpoint({
  summary: 'Gets the student card of an application',
  method: 'POST',
  path: '/api/staff/student-card',
  access: { staff: 'card_view' },
  request: v.object({ memberId: MemberId }),
  answer: FileAnswer,
})

/**
 * An application is decided once. `card`: when the card came that it was decided by; null without one. `refused`: it
 * isn't waiting (any more), and who has decided it. `other_card`: another one has come since.
 */
export const decideApplication = endpoint({
  summary: 'Approves or rejects an application',
  method: 'POST',
  path: '/api/staff/decide-application',
  access: { staff: 'application_decide' },
  request: v.object({
    memberId: MemberId,
    card: v.nullable(Moment),
    decision: v.variant('event', [
      v.object({ event: v.literal('approved') }),
      v.object({
        event: v.literal('rejected'),
        reason: v.union([v.object({ prepared: v.picklist(keysOf(rejections)) }), v.object({ own: Words })]),
      }),
    ]),
  }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('unknown_member') }),
    v.object({ kind: v.literal('other_card') }),
    v.object({ kind: v.literal('decided'), status: v.picklist(youthStatuses), undo: Undo }),
    v.object({ kind: v.literal('refused'), status: v.picklist(youthStatuses), decision: v.nullable(DoneBy) }),
  ]),
  maxBytes: 4096,
})

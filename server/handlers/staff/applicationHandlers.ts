import { rejections } from '#contract/staff/applications.ts'
import type { Endpoints } from '#contract/index.ts'
import { openStudentCard } from '#server/services/membership/studentCards.ts'
import { decideApplication as decide, type YouthDecision } from '#server/services/membership/youth.ts'
import { recordLook } from '#server/services/acts.ts'
import { listPending, readApplication } from '#server/services/staff/applications.ts'
import { nameDoer } from '#server/services/staff/doneBy.ts'
import { HttpError } from '../httpError.ts'
import { AnswerBytes, type Handler } from '../handler.ts'

const listApplications: Handler<Endpoints['listApplications']> = async (_request, { db }) => ({
  applications: await listPending(db),
})

const getApplication: Handler<Endpoints['getApplication']> = async ({ memberId }, { db, now }) => {
  const found = await readApplication(db, memberId, now)
  if (found) await recordLook(db, 'member_read', memberId)
  return { application: found }
}

const studentCard: Handler<Endpoints['studentCard']> = async ({ memberId }, { db, dependencies }) => {
  const opened = await openStudentCard(db, memberId, await dependencies.sealingKeys())
  switch (opened.kind) {
    case 'opened':
      return new AnswerBytes(opened.card.type, opened.card.bytes)
    case 'none':
      throw new HttpError(404, { message: 'There is no student card of this member.' })
    case 'other_key':
      throw new HttpError(409, { message: 'The student card is sealed with a key that this server does not have.' })
  }
}

const decideApplication: Handler<Endpoints['decideApplication']> = async (request, context) => {
  const { db, now, dependencies } = context
  const { memberId, card, decision: asked } = request
  const reasonOf = (reason: Extract<typeof asked, { event: 'rejected' }>['reason']) =>
    'own' in reason ? reason.own : rejections[reason.prepared]
  const decision: YouthDecision['decision'] =
    asked.event === 'approved' ? asked : { event: asked.event, reason: reasonOf(asked.reason) }
  const decided = await decide(db, {
    memberId,
    card: card === null ? null : new Date(card),
    decision,
    now,
    notify: dependencies.notify,
  })
  if (decided.kind !== 'refused') return decided
  return { kind: 'refused', status: decided.status, decision: await nameDoer(db, decided.by) }
}

export const applicationHandlers = { listApplications, getApplication, studentCard, decideApplication }

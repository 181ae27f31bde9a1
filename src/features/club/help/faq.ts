import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ContentBlock } from '#contract/content.ts'
import { matchesAllWords } from '#src/i18n/textSearch.ts'

/** The topics of questions, by the hundreds of their `seq`. `id` is the anchor of the topic. */
const topics: readonly { hundred: number; id: string; name: MessageDescriptor }[] = [
  { hundred: 1, id: 'points', name: msg`Points and scanning` },
  { hundred: 2, id: 'membership', name: msg`Membership and tiers` },
  { hundred: 3, id: 'rewards', name: msg`Rewards and redeeming` },
  { hundred: 4, id: 'miles', name: msg`Airline miles` },
  { hundred: 5, id: 'events', name: msg`Events` },
  { hundred: 6, id: 'account', name: msg`Account and app` },
]
const otherTopic = { id: 'others', name: msg`Other questions` }

export interface Topic<Question> {
  id: string
  name: MessageDescriptor
  questions: readonly Question[]
}

/** Of a question, its place in their order. */
type Place = Pick<ContentBlock, 'seq'>

const hundredOf = ({ seq }: Place) => Math.floor(seq / 100)

/** Questions by topic, in the order of the topics; empty topics are left out. */
export function groupByTopic<Question extends Place>(questions: readonly Question[]): Topic<Question>[] {
  const isOther = (question: Place) => topics.every(({ hundred }) => hundred !== hundredOf(question))
  return [
    ...topics.map(({ hundred, ...topic }) => ({
      ...topic,
      questions: questions.filter((question) => hundredOf(question) === hundred),
    })),
    { ...otherTopic, questions: questions.filter(isOther) },
  ].filter((topic) => topic.questions.length > 0)
}

/** Whether a question or its answer contains all words of a search, in any language. */
export function matchesQuestion(question: ContentBlock, q: string | undefined): boolean {
  if (q === undefined) return true
  return matchesAllWords(q, [...Object.values(question.name), ...Object.values(question.content).map(withoutTags)])
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of HTML, for comparison only: it is not safe to render. */
function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => signs[name] ?? whole)
}

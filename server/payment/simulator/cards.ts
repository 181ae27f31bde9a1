/** How a payment page ends when it is paid with a card. */
export type CardOutcome = 'charged' | 'declined' | 'not_authenticated'

/** The test cards, in the order of the page. Their numbers pass the check digit, and belong to nobody. */
export const testCards: readonly { number: string; outcome: CardOutcome }[] = [
  { number: '4111 1111 1111 1111', outcome: 'charged' },
  { number: '4000 0000 0000 0002', outcome: 'declined' },
  { number: '4000 0000 0000 3220', outcome: 'not_authenticated' },
]

const digitsOf = (text: string) => text.normalize('NFKC').replaceAll(/[\s-]/g, '')

/** What happens to a payment with this card; null for a card that is no test card. */
export function outcomeOf(number: string): CardOutcome | null {
  return testCards.find((card) => digitsOf(card.number) === digitsOf(number))?.outcome ?? null
}

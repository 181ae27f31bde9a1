import { html } from 'hono/html'
import { layout, type Markup, type PageContext } from '#server/identity/pages/layout.ts'
import { testCards } from './cards.ts'
import { type Messages, messages } from './messages.ts'
import type { PaymentForm } from './paymentForm.ts'

/** An amount as people read it: `HK$300`, with cents where there are some. */
function price(amount: string): string {
  const dollars = Number(amount)
  return `HK$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
}

function cardField(text: Messages, entered: string | null): Markup {
  const isUnknown = entered !== null
  return html`<div class="field">
    <label for="card">${text.card}</label>
    <p class="hint" id="card-hint">${text.cardHint}</p>
    <input
      id="card"
      name="card"
      value="${entered ?? ''}"
      inputmode="numeric"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="card-hint${isUnknown ? ' card-error' : ''}"
      ${isUnknown ? html`aria-invalid="true"` : ''}
      autofocus
      required
    />
    ${isUnknown ? html`<p class="error" id="card-error" role="alert">${text.cardUnknown}</p>` : ''}
  </div>`
}

/**
 * The page on which a card is entered.
 *
 * @param entered the number that is no test card; null on the first visit
 */
export function cardPage(
  context: PageContext,
  { amount, orderRef }: Pick<PaymentForm, 'amount' | 'orderRef'>,
  entered: string | null,
): Markup {
  const text = messages[context.language]
  const cards = testCards.map(
    ({ number, outcome }) =>
      html`<div>
        <dt>${number}</dt>
        <dd>${text.outcomes[outcome]}</dd>
      </div>`,
  )
  return layout(
    context,
    text.title,
    html`<h1>${text.title}</h1>
      <p class="lead">${text.lead}</p>
      <dl class="facts">
        <div>
          <dt>${text.amount}</dt>
          <dd>${price(amount)}</dd>
        </div>
        <div>
          <dt>${text.order}</dt>
          <dd>${orderRef}</dd>
        </div>
      </dl>
      <form method="post" novalidate>
        ${cardField(text, entered)}
        <button class="primary" name="action" value="pay">${text.pay(price(amount))}</button>
        <button class="quiet" name="action" value="cancel">${text.cancel}</button>
      </form>
      <section>
        <h2>${text.testCards}</h2>
        <dl class="facts">${cards}</dl>
      </section>`,
  )
}

/** A page without a form: the payment has ended, or was never one. */
export function noticePage(context: PageContext, about: 'finished' | 'refused'): Markup {
  const text = messages[context.language][about]
  return layout(
    context,
    text.title,
    html`<h1>${text.title}</h1>
      <p class="lead">${text.text}</p>
      <a class="primary" href="${context.origin}/${context.language}">${text.go}</a>`,
  )
}

import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { defaultLanguage } from '#contract/language.ts'
import { simulatorPath, testForm } from '#server/config.ts'
import { isCrossSite } from '#server/http/crossSite.ts'
import type { Site } from '#server/http/network/bindings.ts'
import { chooseLanguage } from '#server/identity/languages.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import { renderPage } from '#server/pages/rendering.ts'
import {
  addSimulatedPayment,
  endSimulatedPayment,
  findSimulatedPayment,
  type SimulatedPayment,
} from '#server/store/payments/simulatedPayments.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { languageOfGateway } from '../gateway.ts'
import { type CardOutcome, outcomeOf, testCards } from './cards.ts'
import type { DatafeedSender } from './datafeedSender.ts'
import { datafeedOf, type Merchant, PaymentForm, readPaymentForm, returnAddress } from './paymentForm.ts'

/** Both forms are small; larger bodies are rejected. */
const formLimit = 16 * 1024

const cardPath = `${simulatorPath}/card`

interface SimulatorOptions {
  db: ConnectionPool
  merchant: Merchant
  sender: Pick<DatafeedSender, 'deliverDue'>
}

const Id = v.pipe(v.string(), v.uuid())

async function findPayment(db: ConnectionPool, c: Context): Promise<SimulatedPayment | undefined> {
  const id = v.safeParse(Id, c.req.param('id'))
  return id.success ? findSimulatedPayment(db, id.output) : undefined
}

/** The gateway's own reference of a payment. */
const payRefOf = ({ number }: SimulatedPayment) => String(1_000_000 + Number(number))

const notice = (context: PageContext, about: 'finished' | 'refused') =>
  renderPage(context, 'PaymentNoticePage', { about })

const cardPage = (context: PageContext, { amount, orderRef, remark }: PaymentForm, entered: string | null) =>
  renderPage(context, 'CardPage', { amount, orderRef, remark, testCards, entered })

/**
 * The payment page of a gateway: takes an order's form, reports what became of it to the club, and returns the browser.
 */
export function simulatorSite({ db, merchant, sender }: SimulatorOptions): Site {
  const { origin, key } = merchant
  const contextOf = (c: Context, path: string | null): PageContext => ({
    language: chooseLanguage(c.req.query('lang'), c.req.header('accept-language')),
    origin,
    inLanguage: path === null ? null : (language) => `${path}?lang=${language}`,
  })

  /** Ends the payment and reports it, unless it has ended before. */
  async function end(
    payment: SimulatedPayment,
    form: PaymentForm,
    outcome: CardOutcome | 'cancelled',
  ): Promise<boolean> {
    const datafeed = outcome === 'cancelled' ? null : datafeedOf(form, payRefOf(payment), outcome, key)
    const ending = { state: outcome, datafeed, now: new Date() }
    const isEnded = await inTransaction(db, (transaction) => endSimulatedPayment(transaction, payment.id, ending))
    if (isEnded) await sender.deliverDue()
    return isEnded
  }

  const site: Site = new Hono()
  site.use(`${simulatorPath}/*`, bodyLimit({ maxSize: formLimit }), async (c, next) => {
    c.header('Cache-Control', 'no-store')
    if (c.req.method === 'POST' && isCrossSite(c.req.raw.headers, origin)) return c.text('Forbidden', 403)
    return next()
  })

  site.post(simulatorPath + testForm, async (c) => {
    const form = readPaymentForm(await c.req.parseBody(), merchant)
    if (form === null) return c.html(notice(contextOf(c, null), 'refused'), 400)
    const id = randomUUID()
    await addSimulatedPayment(db, { id, form, now: new Date() })
    return c.redirect(`${cardPath}/${id}?lang=${languageOfGateway(form.lang) ?? defaultLanguage}`, 303)
  })

  site.get(`${cardPath}/:id`, async (c) => {
    const payment = await findPayment(db, c)
    const context = contextOf(c, payment ? `${cardPath}/${payment.id}` : null)
    if (!payment) return c.html(notice(context, 'refused'), 404)
    if (payment.state !== 'open') return c.html(notice(context, 'finished'), 410)
    return c.html(cardPage(context, v.parse(PaymentForm, payment.form), null))
  })

  site.post(`${cardPath}/:id`, async (c) => {
    const payment = await findPayment(db, c)
    const context = contextOf(c, payment ? `${cardPath}/${payment.id}` : null)
    if (!payment) return c.html(notice(context, 'refused'), 404)
    const form = v.parse(PaymentForm, payment.form)
    const { action, card } = await c.req.parseBody()
    const entered = typeof card === 'string' ? card : ''
    const outcome = action === 'cancel' ? 'cancelled' : outcomeOf(entered)
    if (outcome === null) return c.html(cardPage(context, form, entered), 422)
    if (!(await end(payment, form, outcome))) return c.html(notice(context, 'finished'), 410)
    const targets = {
      charged: form.successUrl,
      cancelled: form.cancelUrl,
      declined: form.failUrl,
      not_authenticated: form.failUrl,
    }
    return c.redirect(returnAddress(targets[outcome], form.orderRef), 303)
  })
  return site
}

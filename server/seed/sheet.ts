import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { html, raw } from 'hono/html'
import type { DemoState, DemoTicket } from './season.ts'

dayjs.extend(utc)

const inHongKong = (moment: Date) => dayjs(moment).utcOffset(8 * 60)

/** What scanning a ticket of each state leads to. */
const meanings: Record<DemoState, { en: string; tc: string }> = {
  claimable: { en: 'Can be claimed: points at once', tc: '可領取：即時獲得積分' },
  'other-outlet': { en: 'Can be claimed: another outlet’s code', tc: '可領取：其他售票點的二維碼' },
  pending: { en: 'Pending: points after the concert', tc: '待處理：音樂會後獲得積分' },
  claimed: { en: 'Already claimed by a demo member', tc: '已由示範會員領取' },
  expired: { en: 'Expired: too late to claim', tc: '已過期：超出領取期限' },
  unknown: { en: 'Not found: never sold', tc: '找不到：從未售出' },
  forged: { en: 'Invalid: forged signature', tc: '無效：偽造的簽署' },
}

const style = raw(`
  @page { size: A4; margin: 12mm; }
  body { margin: 0 auto; max-width: 190mm; padding: 4mm; font: 10pt/1.35 "Helvetica Neue", Arial, "PingFang HK", "Noto Sans HK", "Microsoft JhengHei", sans-serif; color: #1d1a17; }
  h1 { font-size: 16pt; margin: 0 0 2mm; }
  h2 { font-size: 12pt; margin: 6mm 0 2mm; padding-bottom: 1mm; border-bottom: 0.4mm solid #7a1f2b; break-after: avoid; }
  p { margin: 0 0 2mm; }
  ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; }
  li { display: grid; grid-template-columns: 44mm 1fr; gap: 3mm; align-items: center; border: 0.2mm solid #cfc7bd; border-radius: 2mm; padding: 1mm 3mm 1mm 1mm; break-inside: avoid; }
  img { width: 44mm; height: 44mm; image-rendering: pixelated; }
  b { display: block; }
  .number { color: #5c554d; }
`)

function card(ticket: DemoTicket, file: string) {
  const start = inHongKong(ticket.startsAt)
  return html`<li>
    <img src="${file}" alt="QR code of ticket ${ticket.ticketNo}" />
    <div>
      <b>${ticket.concert.en}</b>
      <b lang="zh-Hant-HK">${ticket.concert.tc}</b>
      <p>
        ${start.format('D MMM YYYY, HH:mm')}<br />
        <span lang="zh-Hant-HK">${start.format('YYYY年M月D日 HH:mm')}</span>
      </p>
      <p>${ticket.seat} · HK$${ticket.amount}</p>
      <p class="number">${ticket.ticketNo}</p>
    </div>
  </li>`
}

/**
 * The page with every demo ticket, to be printed on A4 or held in front of a camera. Complete in itself, but for the pictures
 * beside it.
 */
export async function drawSheet(tickets: readonly (DemoTicket & { file: string })[]): Promise<string> {
  const states = [...new Set(tickets.map(({ state }) => state))]
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Club Bravo: demo tickets</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>Club Bravo: demo tickets <span lang="zh-Hant-HK">示範門票</span></h1>
        <p>
          Scan a code with the app, or upload its picture. The headings say how the season began; a ticket counts once.
        </p>
        <p lang="zh-Hant-HK">用應用程式掃描二維碼，或上載圖片。標題為樂季開始時的狀態；每張門票只計算一次。</p>
        ${states.map(
          (state) =>
            html`<h2>${meanings[state].en} · <span lang="zh-Hant-HK">${meanings[state].tc}</span></h2>
              <ul>
                ${tickets.filter((ticket) => ticket.state === state).map((ticket) => card(ticket, ticket.file))}
              </ul>`,
        )}
      </body>
    </html>`
  return `${page}\n`
}

import { html, raw } from 'hono/html'
import { type Language, languageTags } from '#contract/language.ts'
import { inHongKong } from './hongKongTime.ts'
import type { DemoState, DemoTicket } from './season.ts'

/** The name of a ticket in each state, and the outcome of scanning it. */
const meanings: Record<DemoState, Record<Language, { name: string; outcome: string }>> = {
  claimable: {
    en: { name: 'Claimable', outcome: 'points straight away' },
    tc: { name: '可領取', outcome: '即時獲得積分' },
    sc: { name: '可领取', outcome: '立即获得积分' },
  },
  'other-outlet': {
    en: { name: 'Claimable, from another outlet', outcome: 'points straight away' },
    tc: { name: '可領取（其他售票點）', outcome: '即時獲得積分' },
    sc: { name: '可领取（其他售票点）', outcome: '立即获得积分' },
  },
  pending: {
    en: { name: 'Pending', outcome: 'points after the concert' },
    tc: { name: '待處理', outcome: '音樂會後獲得積分' },
    sc: { name: '待处理', outcome: '音乐会后获得积分' },
  },
  claimed: {
    en: { name: 'Claimed', outcome: 'a demo member has had the points' },
    tc: { name: '已領取', outcome: '積分已由示範會員獲得' },
    sc: { name: '已领取', outcome: '积分已由演示会员获得' },
  },
  expired: {
    en: { name: 'Expired', outcome: 'claim period has ended' },
    tc: { name: '已過儲分期限', outcome: '不可再獲得積分' },
    sc: { name: '已过积分领取期限', outcome: '不能再获得积分' },
  },
  unknown: {
    en: { name: 'Unknown', outcome: 'well signed, but never sold' },
    tc: { name: '不明', outcome: '簽署正確，但從未售出' },
    sc: { name: '不明', outcome: '签名正确，但从未售出' },
  },
  forged: {
    en: { name: 'Forged', outcome: 'the signature is wrong' },
    tc: { name: '偽造', outcome: '簽署不正確' },
    sc: { name: '伪造', outcome: '签名不正确' },
  },
}

const style = raw(`
  @page { size: A4; margin: 12mm; }
  body { margin: 0 auto; max-width: 190mm; padding: 4mm; font: 10pt/1.35 "Helvetica Neue", Arial, "PingFang HK", "Noto Sans HK", "Microsoft JhengHei", sans-serif; color: #1d1a17; }
  h1 { font-size: 16pt; margin: 0 0 2mm; }
  h2 { font-size: 12pt; margin: 6mm 0 2mm; padding-bottom: 1mm; border-bottom: 0.4mm solid #7a1f2b; break-after: avoid; }
  p { margin: 0 0 1mm; }
  ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; }
  li { display: grid; grid-template-columns: 44mm 1fr; gap: 3mm; align-items: center; border: 0.2mm solid #cfc7bd; border-radius: 2mm; padding: 1mm 3mm 1mm 1mm; break-inside: avoid; }
  img { width: 44mm; height: 44mm; }
  b { display: block; }
  .number { color: #5c554d; font-size: 8.5pt; }
`)

function card(ticket: DemoTicket, file: string) {
  const start = inHongKong(ticket.startsAt)
  return html`<li>
    <img src="${file}" alt="QR code of ticket ${ticket.ticketNo}" />
    <div>
      <b>${ticket.concert.en}</b>
      <b lang="${languageTags.tc}">${ticket.concert.tc}</b>
      <b lang="${languageTags.sc}">${ticket.concert.sc}</b>
      <p>
        ${start.format('D MMM YYYY, HH:mm')}<br />
        <span lang="${languageTags.tc}">${start.format('YYYY年M月D日 HH:mm')}</span>
      </p>
      <p>${ticket.seat} · HK$${ticket.amount}</p>
      <p class="number">
        ${ticket.ticketNo}<br />
        ${meanings[ticket.state].en.name} · <span lang="${languageTags.tc}">${meanings[ticket.state].tc.name}</span> ·
        <span lang="${languageTags.sc}">${meanings[ticket.state].sc.name}</span>
      </p>
    </div>
  </li>`
}

/**
 * The page with every demo ticket, to be printed on A4 or held in front of a camera. Needs no other files than the
 * pictures beside it.
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
        <h1>
          Club Bravo: demo tickets <span lang="${languageTags.tc}">示範門票</span>
          <span lang="${languageTags.sc}">演示门票</span>
        </h1>
        <p>
          Scan a code with the app, or upload its picture. The headings say how the season began; a ticket counts once.
        </p>
        <p lang="${languageTags.tc}">
          在應用程式內掃描二維碼，或上載圖片。標題為樂季開始時的狀態；每張門票只計算一次。
        </p>
        <p lang="${languageTags.sc}">在 App 里扫描二维码，或上传图片。标题为乐季开始时的状态；每张门票只计算一次。</p>
        ${states.map(
          (state) =>
            html`<h2>
                ${meanings[state].en.name}: ${meanings[state].en.outcome} ·
                <span lang="${languageTags.tc}">${meanings[state].tc.name}：${meanings[state].tc.outcome}</span> ·
                <span lang="${languageTags.sc}">${meanings[state].sc.name}：${meanings[state].sc.outcome}</span>
              </h2>
              <ul>
                ${tickets.filter((ticket) => ticket.state === state).map((ticket) => card(ticket, ticket.file))}
              </ul>`,
        )}
      </body>
    </html>`
  return `${page}\n`
}

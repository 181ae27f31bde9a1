import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Application, studentCard } from '#contract/staff/applications.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { scrollable } from '#src/ui/layout/scrollable.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { failureOf } from '../staffAnswers.ts'
import { downloadFile, readOnce } from '../staffClient.ts'
import styles from './Applications.module.css'

interface StudentCardViewProps {
  application: Application
  isShown: boolean
  /** Null where somebody may not look at it, or there is none. */
  onShow: (() => void) | null
  /** Called once the card has come, or cannot be opened by anybody, with the time at which it was sent. */
  onSeen: (storedAt: string) => void
}

/** The student card, once somebody asks to see it: each look is recorded, and the member reads of it. */
export function StudentCardView({ application, isShown, onShow, onSeen }: StudentCardViewProps) {
  const { card } = application
  if (card === null)
    return (
      <Empty>
        <Trans>There’s no student card, or it has been deleted.</Trans>
      </Empty>
    )
  if (onShow === null)
    return (
      <Empty>
        <Trans>None of your roles allows you to look at the card.</Trans>
      </Empty>
    )
  if (isShown) return <Card key={card.storedAt} memberId={application.memberId} card={card} onSeen={onSeen} />
  return (
    <div className={styles['closed']}>
      <Button onClick={onShow}>
        <Trans>Show the student card</Trans> <kbd>V</kbd>
      </Button>
      <p>
        <Trans>We record that you viewed this, and the member can see it.</Trans>
      </p>
    </div>
  )
}

const zooms = [1, 1.5, 2, 3] as const

interface CardProps extends Pick<StudentCardViewProps, 'onSeen'> {
  memberId: string
  card: NonNullable<Application['card']>
}

function Card({ memberId, card, onSeen }: CardProps) {
  const { isPdf, storedAt } = card
  const { t } = useLingui()
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  // Once for each look, which is recorded: never by itself, and gone with the page.
  const query = useQuery({
    queryKey: [studentCard.path, memberId, storedAt],
    queryFn: () => downloadFile(studentCard, { memberId }),
    meta: readOnce,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isLookedAt = query.data !== undefined || failureOf(query.error) === 'refused'
  useEffect(() => {
    if (isLookedAt) onSeen(storedAt)
  }, [isLookedAt, storedAt, onSeen])
  const factor = zooms[zoom] ?? 1
  return (
    <div className={styles['card']}>
      <ButtonRow>
        <Button onClick={() => setZoom((zoom + 1) % zooms.length)}>
          {zoom === zooms.length - 1 ? <Trans>Whole card</Trans> : <Trans>Larger</Trans>}
        </Button>
        <Button onClick={() => setTurns(turns + 1)}>
          <Trans>Rotate</Trans>
        </Button>
      </ButtonRow>
      {query.isPending && (
        <Loading label={t`Loading…`}>
          <Skeleton shape="picture" />
        </Loading>
      )}
      <ActFailure error={query.error} />
      {query.data && (
        <div className={styles['frame']} data-turned={turns % 2 === 1 || undefined} {...scrollable(t`Student card`)}>
          <div
            className={styles['sheet']}
            style={{ inlineSize: `${factor * 100}%`, transform: `rotate(${turns * 90}deg)` }}
          >
            {isPdf ? <PdfFrame file={query.data} /> : <Picture file={query.data} />}
          </div>
        </div>
      )}
    </div>
  )
}

function Picture({ file }: { file: Blob }) {
  const { t } = useLingui()
  const show = (image: HTMLImageElement | null) => {
    if (!image) return undefined
    const address = URL.createObjectURL(file)
    image.src = address
    return () => URL.revokeObjectURL(address)
  }
  return <img ref={show} alt={t`Student card`} draggable={false} />
}

/** A stranger's PDF is drawn in a frame of an origin of its own, which can do nothing else. */
function PdfFrame({ file }: { file: Blob }) {
  const { t } = useLingui()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow) return
      if (event.data === 'ready')
        void file.arrayBuffer().then((bytes) => frame.current?.contentWindow?.postMessage(bytes, '*', [bytes]))
      else if (event.data === 'broken') setIsBroken(true)
      else if (typeof event.data === 'number') setHeight(event.data)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [file])
  return (
    <>
      {isBroken && (
        <Empty>
          <Trans>This PDF can’t be read. Reject the application, and ask for a photo.</Trans>
        </Empty>
      )}
      <iframe
        ref={frame}
        className={styles['pdf']}
        title={t`Student card`}
        src="/staff-card.html"
        sandbox="allow-scripts"
        style={{ blockSize: height === 0 ? undefined : `${height}px` }}
        hidden={isBroken}
      />
    </>
  )
}

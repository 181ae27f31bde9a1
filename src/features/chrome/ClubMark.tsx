/** The club's mark: a fermata, the sign under which a note is held for as long as everybody likes. */
export function ClubMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--colour-accent-fill)" />
      <path d="M6 20.5a10 10 0 0 1 20 0 10.2 8 0 0 0-20 0Z" fill="var(--colour-on-accent)" />
      <circle cx="16" cy="19.6" r="2.4" fill="var(--colour-on-accent)" />
    </svg>
  )
}

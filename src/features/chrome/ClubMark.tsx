/** The club's mark: a fermata. */
export function ClubMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 512 512" aria-hidden="true" focusable="false">
      <rect width="512" height="512" rx="112" fill="var(--tier-red)" />
      <g transform="translate(256 256) scale(1.06)">
        <path
          d="M-184 104A184 220 0 0 1 184 104A10 10 0 0 1 164.5 107A165 150 0 0 0-164.5 107A10 10 0 0 1-184 104Z"
          fill="var(--colour-on-hall)"
        />
        <circle cy="76" r="49" fill="var(--colour-on-hall-brass)" />
      </g>
    </svg>
  )
}

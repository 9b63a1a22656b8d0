import { formatExact, formatRelative } from './format.js'

/** A time in the viewer's words; the exact instant is shown on hover. */
export const Time = ({ at }: { at: string | null | undefined }) =>
  at ? (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at)}
    </time>
  ) : (
    <span class="muted">Never</span>
  )

export type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: string }) => <span class={`badge ${tone}`}>{children}</span>

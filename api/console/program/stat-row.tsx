/** Figures beside each other. */
import { Icon } from '../kit/icon.js'

export interface Stat {
  /** The property of the answer that it shows. */
  name: string
  label: string
  value: string
  detail?: string | undefined
  /** Where more about it is shown. */
  href?: string | undefined
}

export const StatRow = ({ label, stats }: { label: string; stats: Stat[] }) => (
  <dl class="stats" aria-label={label}>
    {stats.map(({ name, label, value, detail, href }) => (
      <div key={name} class="stat">
        <dt>
          {href ? (
            <a href={href}>
              {label} <Icon name="arrow" />
            </a>
          ) : (
            label
          )}
        </dt>
        <dd data-stat={name}>{value}</dd>
        {detail && <dd class="stat-detail">{detail}</dd>}
      </div>
    ))}
  </dl>
)

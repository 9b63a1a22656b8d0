/** Numbers side by side. */
import type { ComponentChildren } from 'preact'

interface Total {
  label: ComponentChildren
  value: string
  detail?: string
}

export const TotalCards = ({ label, totals }: { label: string; totals: Total[] }) => (
  <dl class="total-cards" aria-label={label}>
    {totals.map(({ label, value, detail }, index) => (
      <div key={index} class="card">
        <dt>{label}</dt>
        <dd>
          <strong>{value}</strong>
          {detail && <span class="muted">{detail}</span>}
        </dd>
      </div>
    ))}
  </dl>
)

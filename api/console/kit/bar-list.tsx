/** Values with bars in proportion to the largest one. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

export interface Bar {
  /** What a click selects. */
  value: string
  label: ComponentChildren
  amount: number
}

interface BarListProps {
  label: string
  bars: Bar[]
  format: (amount: number) => string
  /** Without it, the bars are not buttons. */
  onSelect?: ((value: string) => void) | undefined
}

const shown = 8

export function BarList(props: BarListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { label, bars } = props
  if (bars.length === 0) return <p class="bars-empty">No data in this period</p>
  return (
    <>
      <Bars {...props} bars={bars.slice(0, shown)} />
      {bars.length > shown && (
        <div class="list-end">
          <Button kind="quiet" onClick={() => setIsOpen(true)}>{`Show all ${bars.length}`}</Button>
        </div>
      )}
      {isOpen && (
        <Dialog title={label} onClose={() => setIsOpen(false)}>
          <Bars {...props} />
        </Dialog>
      )}
    </>
  )
}

function Bars({ label, bars, format, onSelect }: BarListProps) {
  const max = Math.max(1, ...bars.map(({ amount }) => amount))
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ value, label, amount }) => {
        const content = (
          <>
            <span class="bar" style={{ width: `${(Math.max(0, amount) / max) * 100}%` }} />
            <span class="bar-label">{label}</span>
            <span class="bar-amount">{format(amount)}</span>
          </>
        )
        return (
          <li key={value}>
            {onSelect ? (
              <button type="button" onClick={() => onSelect(value)}>
                {content}
              </button>
            ) : (
              <div>{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

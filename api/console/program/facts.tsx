import type { ComponentChildren } from 'preact'

const isKnown = (value: ComponentChildren) => value !== null && value !== undefined && value !== '' && value !== false

/** Names and values; unknown values are left out. */
export const Facts = ({ facts }: { facts: [name: string, value: ComponentChildren][] }) => (
  <dl class="fact-rows">
    {facts
      .filter(([, value]) => isKnown(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

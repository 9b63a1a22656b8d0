/** Fills in UTM parameters from a template, shows the destination with them, and keeps them as a template. */
import { useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.js'
import type { Values } from '../kit/form-values.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'
import { withProtocol } from './parse-rows.js'
import { utmNames } from './utm-fields.js'

interface UtmBuilderProps {
  values: Values
  onChange: (name: string, value: string) => void
}

export function UtmBuilder({ values, onChange }: UtmBuilderProps) {
  const { call, access } = useSession()
  const { value: templates = [], reload } = useLoad('utm templates', (signal) => call('listUtmTemplates', {}, signal))
  const [name, setName] = useState('')
  const button = useRef<HTMLDivElement>(null)
  const apply = (id: string) => {
    const template = templates.find((one) => one.id === id)
    if (template) for (const parameter of utmNames) onChange(parameter, template[parameter] ?? '')
  }
  const chosen = utmNames.flatMap((parameter) => (values[parameter] ? [[parameter, String(values[parameter])] as const] : []))
  const keep = async () => {
    await call('createUtmTemplate', { body: { name: name.trim(), ...Object.fromEntries(chosen) } })
    notify('Template created')
    setName('')
    reload()
  }
  return (
    <div class="utm-builder">
      <select aria-label="Template" value="" onChange={(event) => apply(event.currentTarget.value)}>
        <option value="">{templates.length > 0 ? 'Choose a template' : 'No templates yet'}</option>
        {templates.map((template) => (
          <option key={template.id} value={template.id}>
            {template.name}
          </option>
        ))}
      </select>
      {chosen.length > 0 && access('createUtmTemplate') === 'allowed' && (
        <div class="button-row" ref={button}>
          <input
            aria-label="Name of a new template"
            placeholder="Name of a new template"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.isComposing) return
              // It would send the form of the link.
              event.preventDefault()
              button.current?.querySelector('button')?.click()
            }}
          />
          <Button disabled={name.trim() === ''} onClick={keep}>
            Keep as template
          </Button>
        </div>
      )}
      {chosen.length > 0 && <code class="destination-preview">{withParameters(values.url, chosen)}</code>}
    </div>
  )
}

function withParameters(destination: Values[string], parameters: (readonly [string, string])[]): string {
  const text = typeof destination === 'string' ? withProtocol(destination) : ''
  if (!URL.canParse(text)) return new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString()
  const url = new URL(text)
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  return url.href
}

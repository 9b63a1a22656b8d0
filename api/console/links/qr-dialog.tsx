import { useState } from 'preact/hooks'
import { urlOf } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { Fields } from '../kit/fields.js'
import type { Field, Values } from '../kit/form-values.js'
import { formatUrl } from '../kit/format.js'
import { useSettled } from './use-settled.js'

const fields: Field[] = [
  { name: 'fgColor', label: 'Colour', type: 'color' },
  { name: 'bgColor', label: 'Background', type: 'color' },
  { name: 'logo', label: 'Logo', type: 'url', placeholder: 'https://example.com/logo.png', hint: 'Address of a PNG or JPEG file.' },
  { name: 'hideLogo', label: 'Without a logo', type: 'checkbox' },
  {
    name: 'level',
    label: 'Error correction',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'L', label: 'Low' },
      { value: 'M', label: 'Medium' },
      { value: 'Q', label: 'Quarter' },
      { value: 'H', label: 'High' },
    ],
    hint: 'A logo covers a part of the code: choose Quarter or High.',
  },
  { name: 'margin', label: 'Margin', type: 'number', min: 0, max: 20 },
]
const initial: Values = { fgColor: '#000000', bgColor: '#ffffff', logo: '', hideLogo: true, level: 'M', margin: '2' }

/** The QR code of a short link, with colours and a logo, to download. */
export function QrDialog({ shortLink, onClose }: { shortLink: string; onClose: () => void }) {
  const [values, setValues] = useState(initial)
  // Codes are made by the service, which limits how many it makes in a moment.
  const settled = JSON.parse(useSettled(JSON.stringify(values))) as Values
  const [failed, setFailed] = useState('')
  const source = (format: 'png' | 'svg', size: number) => {
    const { logo, hideLogo, margin, ...plain } = settled
    const query = {
      ...plain,
      ...(hideLogo ? { hideLogo: true } : logo ? { logo } : {}),
      margin: Number(margin),
      url: shortLink,
      format,
      size,
    }
    return urlOf('getQRCode', { query } as never, null)
  }
  const shown = source('svg', 600)
  return (
    <Dialog title="QR code" size="large" onClose={onClose}>
      <div class="qr-editor">
        <div>
          <img
            class="qr"
            src={shown}
            width={260}
            height={260}
            alt={`QR code of ${formatUrl(shortLink)}`}
            onError={() => setFailed(shown)}
          />
          {failed === shown && <p class="form-error">The service cannot make this code. Check the address of the logo.</p>}
          <p class="downloads">
            <a class="button plain" href={source('png', 1200)} download="qr-code.png">
              Download PNG
            </a>
            <a class="button plain" href={source('svg', 600)} download="qr-code.svg">
              Download SVG
            </a>
          </p>
        </div>
        <form onSubmit={(event) => event.preventDefault()}>
          <Fields
            fields={fields}
            values={values}
            onChange={(name, value) =>
              setValues((before) => ({
                ...before,
                ...(name === 'logo' && value ? { hideLogo: false, level: 'H' } : {}),
                [name]: value,
              }))
            }
          />
        </form>
      </div>
    </Dialog>
  )
}

import { useState } from 'preact/hooks'
import { urlOf } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { formatUrl } from '../kit/format.js'

/** The QR code of a short link, in colours, to download. */
export function QrDialog({ shortLink, onClose }: { shortLink: string; onClose: () => void }) {
  const [color, setColor] = useState('#000000')
  const [level, setLevel] = useState<'L' | 'M' | 'Q' | 'H'>('M')
  const source = (format: 'png' | 'svg', size: number) =>
    urlOf('getQRCode', { query: { url: shortLink, fgColor: color, level, format, size } }, null)
  return (
    <Dialog title="QR code" onClose={onClose}>
      <img class="qr" src={source('svg', 600)} width={240} height={240} alt={`QR code of ${formatUrl(shortLink)}`} />
      <div class="field-row">
        <label class="field">
          Colour
          <input type="color" value={color} onChange={(event) => setColor(event.currentTarget.value)} />
        </label>
        <label class="field">
          Error correction
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value as 'L')}>
            <option value="L">Low</option>
            <option value="M">Medium</option>
            <option value="Q">Quarter</option>
            <option value="H">High</option>
          </select>
        </label>
      </div>
      <p class="downloads">
        <a class="button plain" href={source('png', 1200)} download="qr-code.png">
          Download PNG
        </a>
        <a class="button plain" href={source('svg', 600)} download="qr-code.svg">
          Download SVG
        </a>
      </p>
    </Dialog>
  )
}

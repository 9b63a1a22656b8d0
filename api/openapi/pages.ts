/** The pages for people: a reference made from the description in the browser, and one paragraph for each error code. */
import { type ErrorCode, errorCodes } from '../../shared/kernel/errors.js'
import { statusOf } from '../http/error-answer.js'
import { errorMeanings } from './error-answers.js'

const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`

/** Addresses are relative to `/docs`, so that the page works behind a proxy that adds a path in front. */
export const referencePage = (version: string) =>
  page(
    'Tributary: reference',
    `<link rel="icon" type="image/png" href="docs/favicon-32x32.png?v=${version}">
<link rel="stylesheet" href="docs/swagger-ui.css?v=${version}">`,
    `<div id="reference"></div>
<noscript><p>The reference is drawn by a script. Without one, read the <a href="api">description</a> itself, or the <a href="docs/errors">error codes</a>.</p></noscript>
<script src="docs/swagger-ui-bundle.js?v=${version}"></script>
<script src="docs/start.js"></script>`,
  )

/** The validator is switched off because it is somebody else's server: it would be told this one's address. */
export const startScript = `window.ui = SwaggerUIBundle({
  url: 'api',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
})
`

/** What `doc_url` of an error points at: the code with dashes is the anchor. */
export const anchorOf = (code: ErrorCode) => code.replaceAll('_', '-')

export const errorsPage = () =>
  page(
    'Tributary: errors',
    '<link rel="stylesheet" href="errors.css">',
    `<h1>Errors</h1>
<p>Every answer with a status of 400 or more holds an <code>error</code>: its <code>code</code> for programs, its <code>message</code> for people, and a <code>doc_url</code> that leads here. <a href="../docs">Back to the reference</a>.</p>
${errorCodes.map(errorSection).join('\n')}`,
  )

const errorSection = (code: ErrorCode) => `<section id="${anchorOf(code)}">
<h2><a href="#${anchorOf(code)}"><code>${code}</code></a> <small>status ${statusOf[code]}</small></h2>
<p>${errorMeanings[code].replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
</section>`

export const errorsStyle = `body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #222; background: #fff }
h2 { margin: 2rem 0 .25rem; font-size: 1.1rem }
h2 a { color: inherit; text-decoration: none }
small { font-weight: normal; color: #666 }
section:target { background: #fff6d6; outline: .5rem solid #fff6d6 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818 }
  a { color: #8ab4f8 }
  small { color: #999 }
  section:target { background: #3a3420; outline-color: #3a3420 }
}
`

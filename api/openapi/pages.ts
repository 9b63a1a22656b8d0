/** HTML pages: the API reference, rendered from the description in the browser, and one paragraph for each error code. */
import { type ErrorCode, errorCodes } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import { errorMeanings } from './error-responses.js'

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

/** URLs are relative to `/docs`, so that the page works behind a proxy that adds a path prefix. */
export const referencePage = (version: string) =>
  page(
    'Tributary: reference',
    `<link rel="icon" type="image/png" href="docs/favicon-32x32.png?v=${version}">
<link rel="stylesheet" href="docs/swagger-ui.css?v=${version}">`,
    `<div id="reference"></div>
<noscript><p>The reference requires JavaScript. Without it, read the <a href="api">OpenAPI description</a> or the <a
href="docs/errors">error codes</a>.</p></noscript>
<script src="docs/swagger-ui-bundle.js?v=${version}"></script>
<script src="docs/start.js"></script>`,
  )

/** The validator is disabled because it is an external service that would receive the URL of this installation. */
export const startScript = `window.ui = SwaggerUIBundle({
  url: 'api',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
})
`

/** Anchor of an error code in `doc_url`: the code with dashes. */
export const errorAnchor = (code: ErrorCode) => code.replaceAll('_', '-')

export const errorsPage = () =>
  page(
    'Tributary: errors',
    '<link rel="stylesheet" href="errors.css">',
    `<h1>Errors</h1>
<p>Every response with a status of 400 or higher holds an <code>error</code> object with a machine-readable <code>code</code>, a
human-readable <code>message</code> and a <code>doc_url</code> that points to this page. <a href="../docs">Back to the
reference</a>.</p>
${errorCodes.map(errorSection).join('\n')}`,
  )

const errorSection = (code: ErrorCode) => `<section id="${errorAnchor(code)}">
<h2><a href="#${errorAnchor(code)}"><code>${code}</code></a> <small>status ${httpStatus[code]}</small></h2>
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

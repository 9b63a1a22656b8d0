/** The web console: a browser client of the HTTP interface. */
import { render } from 'preact'
import { App } from './shell/app.js'

const element = document.getElementById('root')
if (element) render(<App />, element)

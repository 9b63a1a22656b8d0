/** A shared analytics dashboard, for anyone who has its address. */
import { render } from 'preact'
import { Dashboard } from './dashboard.js'

const element = document.getElementById('root')
if (element) render(<Dashboard id={location.pathname.split('/')[2] ?? ''} />, element)

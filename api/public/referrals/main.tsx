/** The referral page that a website embeds. */
import { render } from 'preact'
import { Referrals } from './referrals.js'

const element = document.getElementById('root')
if (element) render(<Referrals token={new URLSearchParams(location.search).get('token') ?? ''} />, element)

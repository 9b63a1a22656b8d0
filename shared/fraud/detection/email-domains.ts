/** Domains of email providers. */

/** Providers where anyone gets an address: a shared domain means nothing. */
export const freeDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com live.co.uk live.fr
  live.nl msn.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.ca yahoo.com.br yahoo.com.au
  ymail.com rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net gmx.at gmx.ch web.de
  t-online.de freenet.de mail.com mail.ru inbox.ru list.ru bk.ru yandex.com yandex.ru ya.ru zoho.com zohomail.com fastmail.com fastmail.fm
  hey.com tutanota.com tutanota.de tuta.io tuta.com hushmail.com qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it tiscali.it alice.it uol.com.br bol.com.br terra.com.br comcast.net
  verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com
  rediffmail.com wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz abv.bg ukr.net duck.com privaterelay.appleid.com mozmail.com`.split(
    /\s+/,
  ),
)

/** Providers of addresses that are thrown away after use. */
export const disposableDomains: ReadonlySet<string> = new Set(
  `mailinator.com mailinator.net guerrillamail.com guerrillamail.net guerrillamail.org guerrillamail.biz guerrillamail.de guerrillamailblock.com
  sharklasers.com grr.la spam4.me 10minutemail.com 10minutemail.net 10minutemail.co.za 20minutemail.com 20minutemail.it 33mail.com
  tempmail.com temp-mail.org temp-mail.io tempmail.net tempmail.dev tempmailo.com tempmailaddress.com tempail.com tempr.email tempinbox.com
  temporary-mail.net temporaryemail.net temporaryinbox.com throwawaymail.com throwaway.email trashmail.com trashmail.de trashmail.net
  trashmail.me trash-mail.com trash-mail.de yopmail.com yopmail.fr yopmail.net cool.fr.nf jetable.fr.nf jetable.org nospam.ze.tc
  getnada.com nada.email dispostable.com disposable.com discard.email discardmail.com discardmail.de maildrop.cc mailnesia.com mailcatch.com
  mailnull.com mailsac.com mailexpire.com mailtemp.net mailtothis.com mail-temp.com mailforspam.com mailimate.com mailme24.com moakt.com
  moakt.cc moakt.ws mohmal.com mytemp.email mytrashmail.com emailondeck.com emailfake.com email-fake.com fakemailgenerator.com fakeinbox.com
  fakemail.net fake-mail.net generator.email inboxbear.com inboxkitten.com incognitomail.com instant-mail.de burnermail.io burnthespam.info
  byom.de chacuo.net crazymailing.com deadaddress.com despam.it dodgit.com dropmail.me e4ward.com easytrashmail.com einrot.com
  filzmail.com getairmail.com gishpuppy.com harakirimail.com haltospam.com hidemail.de kasmail.com klzlk.com linshiyouxiang.net luxusmail.org
  meltmail.com minuteinbox.com mintemail.com mt2015.com no-spam.ws nowmymail.com objectmail.com onewaymail.com owlymail.com pokemail.net
  proxymail.eu rcpt.at receivemail.com rppkn.com safetymail.info selfdestructingmail.com sneakemail.com snapmail.cc sofort-mail.de
  spam.la spambog.com spambox.us spamdecoy.net spamex.com spamfree24.org spamgourmet.com spamhole.com spaml.com spamspot.com superrito.com
  armyspy.com cuvox.de dayrep.com fleckens.hu gustr.com jourrapide.com rhyta.com teleworm.us tafmail.com tmail.ws tmailinator.com tmpmail.net
  tmpmail.org trbvm.com tyldd.com uggsrock.com vomoto.com wegwerfemail.de wegwerfmail.de wegwerfmail.net wegwerfmail.org wh4f.org
  willselfdestruct.com xagloo.com yepmail.net yuurok.com zetmail.com zippymail.info zoemail.org 1secmail.com 1secmail.net 1secmail.org
  esiix.com wwjmp.com vjuum.com laafd.com txcct.com mail7.io smailpro.com tempmail.plus mailto.plus fexpost.com fexbox.org
  rover.info chitthi.in mailbox.in.ua any.pink merepost.com`.split(/\s+/),
)

/** Names that tell of people (the escapes: name, identity card, mobile, telephone, mailbox, address, passport, date of birth, case history), and values of theirs: email addresses, mobile phones and identity numbers of China. */
const WORDS =
  '(^|[^a-z])(e-?mail|phone|mobile|passport|id[ _-]?card|ssn|birth(day|date)|home[ _-]?address|patient)([^a-z]|$)|\u59d3\u540d|\u8eab\u4efd\u8bc1|\u624b\u673a|\u7535\u8bdd|\u90ae\u7bb1|\u4f4f\u5740|\u62a4\u7167|\u51fa\u751f\u65e5\u671f|\u75c5\u5386'
const VALUES = '[a-z0-9._%+-]+@[a-z][a-z0-9-]*[.][a-z]{2,}|(^|\\D)1[3-9]\\d{9}(\\D|$)|(^|\\D)\\d{17}[\\dx](\\D|$)'

/** A pattern of names behind which there may be personal data, as JavaScript and PostgreSQL read it; case is ignored. */
export const PERSONAL = `${WORDS}|${VALUES}`
const pattern = new RegExp(PERSONAL, 'i')
export const isPersonal = (name: string): boolean => pattern.test(name)

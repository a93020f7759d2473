import { expect, test } from 'vitest'
import { isRobot } from './robots.ts'

test.each([
  '',
  ' ',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Sogou web spider/4.0',
  'facebookexternalhit/1.1',
  'GPTBot/1.2',
  'ia_archiver',
  'F-UJI',
  'Pingdom.com_bot_version_1.4',
])('%s is a robot', (agent) => {
  expect(isRobot(agent)).toBe(true)
})

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'curl/8.14.1',
  'Wget/1.25.0',
  'python-requests/2.32',
])('%s is a reader', (agent) => {
  expect(isRobot(agent)).toBe(false)
})

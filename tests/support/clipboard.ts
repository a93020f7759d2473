// What the programs put on the clipboard for the same small table, shortened where styles repeat.

export const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:"\\.";} td {padding-top:1px;} .xl65 {mso-number-format:"\\@";}--></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=256 style='border-collapse:collapse'><!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=19 style='height:14.4pt'>
  <td height=19 class=xl65 width=64 style='height:14.4pt;width:48pt'>007</td>
  <td class=xl66 align=right x:num="17.115">17.1</td>
 </tr>
 <tr height=38>
  <td class=xl67 style='white-space:normal'>north<br>
    shore</td>
  <td align=right>46238</td>
 </tr>
<!--EndFragment--></table></body></html>`
export const wps = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name="Generator" content="WPS Office ET"/><style>@font-face{font-family:"宋体";}</style></head>
<body><table width="144" border="0" style='width:108.00pt;'><!--StartFragment--><tr height="18"><td class="et2" height="18" x:str>007</td><td class="et3" align="right" x:num="17.115">17.1</td></tr>
<tr><td class="et4" x:str>north<br/>shore</td><td class="et5" align="right" x:num="46238">2026/8/4</td></tr><!--EndFragment--></table></body></html>`
export const google = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;007&quot;}">007</td><td style="text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:17.115}" data-sheets-numberformat="{&quot;1&quot;:2,&quot;2&quot;:&quot;0.0&quot;}">17.1</td></tr><tr><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;north\\nshore&quot;}">north<br/>shore</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:46238}" data-sheets-numberformat="{&quot;1&quot;:5,&quot;2&quot;:&quot;yyyy-mm-dd&quot;}">2026-08-04</td></tr></tbody></table>`
export const libreOffice = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><style type="text/css">body,div,table { font-family:"Liberation Sans"; }</style></head>
<body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup><tr><td height="17" align="left" sdnum="2052;0;@">007</td><td align="right" sdval="17.115" sdnum="2052;0;0.0">17.1</td></tr><tr><td height="32" align="left" valign=bottom><font face="Noto Sans">north<br>shore</font></td><td align="right" sdval="46238" sdnum="2052;2052;YYYY-MM-DD">2026-08-04</td></tr></table></body></html>`

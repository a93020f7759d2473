# python3 tests/samples/make/workbooks.py tests/samples/files/workbooks: the same sheet as three programs write it.
# Needs python3-openpyxl, python3-xlsxwriter and libreoffice-calc; the tests only read what is kept.
import datetime, pathlib, shutil, subprocess, sys, tempfile
import openpyxl, xlsxwriter

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
HEAD = ["code", "long", "amount", "day", "moment", "clock", "twice", "fault", "note"]
ROWS = [
    ["007", "123456789012345678", 0.1, datetime.date(2026, 8, 4), datetime.datetime(2026, 8, 4, 6, 30), datetime.time(8, 5, 30), "=C2*2", "#N/A", "湖水😀"],
    ["0042", "900719925474099312", -1234.5, datetime.date(1999, 12, 31), datetime.datetime(2026, 12, 31, 23, 59, 59), datetime.time(0, 0), "=C3*2", "#DIV/0!", "two\nlines"],
    ["A-1", "1", 1e-7, datetime.date(2024, 2, 29), datetime.datetime(2000, 1, 1), datetime.time(23, 59, 59), "=C4*2", None, "=cmd|' /C calc'!A0"],
]
VALUES = [0.2, -2469.0, 2e-7]

def by_openpyxl(path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    sheet.append(HEAD)
    for row in ROWS:
        sheet.append(row[:8])
        cell = sheet.cell(sheet.max_row, 9)
        cell.value, cell.data_type = row[8], "s"
    sheet.merge_cells("K1:L3")
    hidden = book.create_sheet("Hidden")
    hidden.sheet_state = "hidden"
    hidden.append(["secret"])
    book.save(path)

def by_xlsxwriter(path):
    book = xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_numbers": False})
    day, moment, clock = (book.add_format({"num_format": form}) for form in ("yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "hh:mm:ss"))
    sheet = book.add_worksheet("Data")
    sheet.write_row(0, 0, HEAD)
    for at, row in enumerate(ROWS, 1):
        sheet.write_string(at, 0, row[0])
        sheet.write_string(at, 1, row[1])
        sheet.write_number(at, 2, row[2])
        sheet.write_datetime(at, 3, row[3], day)
        sheet.write_datetime(at, 4, row[4], moment)
        sheet.write_datetime(at, 5, row[5], clock)
        sheet.write_formula(at, 6, row[6], None, VALUES[at - 1])
        if row[7]:
            sheet.write_formula(at, 7, {"#N/A": "=NA()", "#DIV/0!": "=1/0"}[row[7]], None, row[7])
        sheet.write_string(at, 8, row[8])
    sheet.merge_range("K1:L3", "")
    book.add_worksheet("Hidden").hide()
    book.close()

by_openpyxl(out / "openpyxl.xlsx")
by_xlsxwriter(str(out / "xlsxwriter.xlsx"))
with tempfile.TemporaryDirectory() as folder:
    convert = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "xlsx", "--outdir", folder]
    subprocess.run([*convert, str(out / "openpyxl.xlsx")], check=True, stdout=subprocess.DEVNULL)
    shutil.copy(pathlib.Path(folder) / "openpyxl.xlsx", out / "libreoffice.xlsx")

"""Producers that are programs: LibreOffice, Chromium, wkhtmltopdf, Ghostscript, FOP, groff, pdfTeX."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from .. import tex
from ..fo import configuration, formatting_objects
from ..fodt import flat_text
from ..sheet import typeset
from ..web import page as web_page


def run(*command, timeout=240, cwd=None, stdin=None) -> None:
    """Runs a program to its end; its complaints are the exception's text."""
    done = subprocess.run([str(c) for c in command], timeout=timeout, cwd=cwd, capture_output=True, input=stdin)
    if done.returncode:
        raise RuntimeError(f"{Path(str(command[0])).name}: {(done.stderr or done.stdout)[-600:].decode(errors='replace')}")


def libreoffice_convert(sources, folder, target="pdf", infilter=None):
    """One start of LibreOffice for many files; its profile lives only as long as the call."""
    with tempfile.TemporaryDirectory() as profile:
        more = [f"--infilter={infilter}"] if infilter else []
        run(
            "soffice",
            f"-env:UserInstallation=file://{profile}",
            "--headless",
            "--norestore",
            *more,
            "--convert-to",
            target,
            "--outdir",
            folder,
            *sources,
            timeout=60 + 20 * len(sources),
        )


def libreoffice(batch):
    with tempfile.TemporaryDirectory() as folder:
        for n, (document, _) in enumerate(batch):
            Path(folder, f"{n}.fodt").write_text(flat_text(document))
        libreoffice_convert([Path(folder, f"{n}.fodt") for n in range(len(batch))], folder)
        for n, (_, out) in enumerate(batch):
            shutil.move(Path(folder, f"{n}.pdf"), out)


def _from_page(command):
    def make(document, out):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "document.html")
            source.write_text(web_page(document))
            run(*command(folder, source, out))

    return make


chromium = _from_page(
    lambda folder, source, out: [
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={folder}/profile",
        "--no-pdf-header-footer",
        f"--print-to-pdf={out}",
        source,
    ]
)
wkhtmltopdf = _from_page(lambda folder, source, out: ["wkhtmltopdf", "-q", "--page-size", "A4", source, out])

POSTSCRIPT_FACES = {
    "sans": ("Helvetica", "Helvetica-Bold"),
    "serif": ("Times-Roman", "Times-Bold"),
    "dejavu": ("Palatino-Roman", "Palatino-Bold"),
}


def _postscript(sheet) -> bytes:
    """A plain PostScript program, as a spooler would receive it."""
    out = ["%!PS-Adobe-3.0", f"<< /PageSize [{sheet['width']} {sheet['height']}] >> setpagedevice"]
    for name, face in zip(("Regular", "Bold"), POSTSCRIPT_FACES[sheet["face"]]):
        out.append(
            f"/{face} findfont dup length dict begin {{1 index /FID ne {{def}} {{pop pop}} ifelse}} forall "
            f"/Encoding ISOLatin1Encoding 256 array copy dup 128 /Euro put def currentdict end /{name} exch definefont pop"
        )
    for page in sheet["pages"]:
        for item in page["items"]:
            if item["kind"] == "field":
                continue
            r, g, b = (int(item["color"][i : i + 2], 16) / 255 for i in (1, 3, 5))
            out.append(f"{r:.3f} {g:.3f} {b:.3f} setrgbcolor")
            if item["kind"] == "text":
                raw = item["text"].replace("€", "\x80").replace("\u2013", "-").encode("latin-1", "replace")
                text = "".join(chr(c) if 32 <= c < 127 and chr(c) not in "()\\" else f"\\{c:03o}" for c in raw)
                shift = {
                    "left": "",
                    "right": " dup stringwidth pop neg 0 rmoveto",
                    "center": " dup stringwidth pop -2 div 0 rmoveto",
                }[item["align"]]
                out.append(
                    f"/{'Bold' if item['bold'] else 'Regular'} {item['size']} selectfont {item['x']} {item['y']} moveto ({text}){shift} show"
                )
            elif item["kind"] == "line":
                out.append(
                    f"{item['width']} setlinewidth {item['x1']} {item['y1']} moveto {item['x2']} {item['y2']} lineto stroke"
                )
            else:
                out.append(f"{item['x']} {item['y']} {item['w']} {item['h']} rectfill")
        out.append("showpage")
    return "\n".join(out).encode()


def ghostscript(document, out):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "document.ps")
        source.write_bytes(_postscript(typeset(document)))
        run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pdfwrite", "-o", out, source)


def fop(document, out):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "document.fo").write_text(formatting_objects(document))
        Path(folder, "fop.xml").write_text(configuration())
        run("fop", "-q", "-c", Path(folder, "fop.xml"), Path(folder, "document.fo"), "-pdf", out)


def pdftex(document, out):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "document.tex").write_text(tex.source(document))
        for _ in range(2):  # longtable settles its columns on the second run
            run("pdflatex", "-interaction=batchmode", "-halt-on-error", "document.tex", cwd=folder)
        shutil.move(Path(folder, "document.pdf"), out)

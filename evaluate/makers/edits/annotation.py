"""A value hidden under an annotation that shows another one."""

import pymupdf
import pypdf
from pypdf.annotations import FreeText

from .cover import _flipped
from .work import Work, background, box, boxes, rgb


def free_text(file, work: Work):
    for change in work.changes:
        page, place = file[change.place.page - 1], change.place
        x0, y0, x1, y1 = box(place, 1)
        need = pymupdf.get_text_length(change.new, fontsize=place.size) + 6
        area = (min(x0, x1 - need), y0, x1, y1) if change.right else (x0, y0, max(x1, x0 + need), y1)
        page.add_freetext_annot(
            _flipped(page, area),
            change.new,
            fontsize=place.size,
            text_color=rgb(place.color),
            fill_color=rgb(background(work.source, place)),
            align=2 if change.right else 0,
        )


def pymupdf_free_text(work: Work):
    with pymupdf.open(work.source) as file:
        free_text(file, work)
        file.save(work.out)


def pypdf_free_text(work: Work):
    writer = pypdf.PdfWriter(clone_from=str(work.source))
    for one in boxes(work):
        writer.add_annotation(
            one["page"] - 1,
            FreeText(
                text=one["text"],
                rect=one["area"],
                font="Helvetica",
                font_size=f"{one['size']:g}pt",
                font_color=one["color"][1:],
                border_color=None,
                background_color=one["background"][1:],
            ),
        )
    writer.write(str(work.out))


def widget(work: Work):
    """A read-only form field, filled and with an opaque ground, lies on the value."""
    with pymupdf.open(work.source) as file:
        for n, change in enumerate(work.changes):
            page, place = file[change.place.page - 1], change.place
            field = pymupdf.Widget()
            field.field_name, field.field_type = f"f{n}", pymupdf.PDF_WIDGET_TYPE_TEXT
            field.rect = _flipped(page, box(place, 1.5))
            field.field_value, field.text_fontsize = change.new, place.size
            field.fill_color, field.text_color = rgb(background(work.source, place)), rgb(place.color)
            field.field_flags = pymupdf.PDF_FIELD_IS_READ_ONLY
            page.add_widget(field)
        file.save(work.out)

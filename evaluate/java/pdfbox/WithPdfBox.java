// Draws documents with Apache PDFBox and edits finished ones with it; the argument names a JSON file of jobs.

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.awt.Color;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.multipdf.PDFMergerUtility;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;

public class WithPdfBox {
  public static void main(String[] arguments) throws IOException {
    try (FileReader reader = new FileReader(arguments[0])) {
      for (JsonElement each : JsonParser.parseReader(reader).getAsJsonArray()) {
        JsonObject job = each.getAsJsonObject();
        switch (job.get("action").getAsString()) {
          case "draw" -> draw(job);
          case "cover" -> cover(job);
          case "fill" -> fill(job);
          case "merge" -> merge(job);
          default -> throw new IOException("unknown action");
        }
      }
    }
  }

  static float number(JsonObject item, String name) {
    return item.get(name).getAsFloat();
  }

  static Color color(JsonObject item, String name) {
    return Color.decode(item.get(name).getAsString());
  }

  static void draw(JsonObject job) throws IOException {
    JsonObject sheet = job.getAsJsonObject("sheet");
    try (PDDocument pdf = new PDDocument()) {
      pdf.getDocumentInformation().setTitle(sheet.get("title").getAsString());
      pdf.getDocumentInformation().setAuthor(sheet.get("author").getAsString());
      PDFont regular = PDType0Font.load(pdf, new File(sheet.get("regular").getAsString()));
      PDFont bold = PDType0Font.load(pdf, new File(sheet.get("bold").getAsString()));
      for (JsonElement one : sheet.getAsJsonArray("pages")) {
        PDPage page = new PDPage(new PDRectangle(number(sheet, "width"), number(sheet, "height")));
        pdf.addPage(page);
        JsonArray items = one.getAsJsonObject().getAsJsonArray("items");
        try (PDPageContentStream content = new PDPageContentStream(pdf, page)) {
          for (JsonElement item : items) {
            paint(content, item.getAsJsonObject(), regular, bold);
          }
        }
        for (JsonElement item : items) {
          if (item.getAsJsonObject().get("kind").getAsString().equals("field")) {
            addField(pdf, page, item.getAsJsonObject());
          }
        }
      }
      pdf.save(job.get("out").getAsString());
    }
  }

  static void paint(PDPageContentStream content, JsonObject item, PDFont regular, PDFont bold) throws IOException {
    switch (item.get("kind").getAsString()) {
      case "text" -> {
        PDFont font = item.get("bold").getAsBoolean() ? bold : regular;
        String text = item.get("text").getAsString();
        float size = number(item, "size");
        float width = font.getStringWidth(text) / 1000 * size;
        float share = switch (item.get("align").getAsString()) { case "right" -> 1f; case "center" -> 0.5f; default -> 0f; };
        content.beginText();
        content.setFont(font, size);
        content.setNonStrokingColor(color(item, "color"));
        content.newLineAtOffset(number(item, "x") - width * share, number(item, "y"));
        content.showText(text);
        content.endText();
      }
      case "line" -> {
        content.setStrokingColor(color(item, "color"));
        content.setLineWidth(number(item, "width"));
        content.moveTo(number(item, "x1"), number(item, "y1"));
        content.lineTo(number(item, "x2"), number(item, "y2"));
        content.stroke();
      }
      case "fill" -> {
        content.setNonStrokingColor(color(item, "color"));
        content.addRect(number(item, "x"), number(item, "y"), number(item, "w"), number(item, "h"));
        content.fill();
      }
      default -> { }
    }
  }

  static void addField(PDDocument pdf, PDPage page, JsonObject item) throws IOException {
    PDAcroForm form = pdf.getDocumentCatalog().getAcroForm();
    if (form == null) {
      form = new PDAcroForm(pdf);
      PDResources resources = new PDResources();
      resources.put(COSName.getPDFName("Helv"), new PDType1Font(Standard14Fonts.FontName.HELVETICA));
      form.setDefaultResources(resources);
      form.setDefaultAppearance("/Helv 10 Tf 0 g");
      pdf.getDocumentCatalog().setAcroForm(form);
    }
    PDTextField field = new PDTextField(form);
    field.setPartialName(item.get("name").getAsString());
    field.setDefaultAppearance("/Helv 10 Tf 0 g");
    form.getFields().add(field);
    var widget = field.getWidgets().get(0);
    widget.setRectangle(new PDRectangle(number(item, "x"), number(item, "y"), number(item, "w"), number(item, "h")));
    widget.setPage(page);
    widget.setPrinted(true);
    page.getAnnotations().add(widget);
  }

  /** White box and new text, appended to the page; saved whole or as an incremental update. */
  static void cover(JsonObject job) throws IOException {
    boolean incremental = job.get("incremental").getAsBoolean();
    try (PDDocument pdf = Loader.loadPDF(new File(job.get("in").getAsString()))) {
      for (JsonElement each : job.getAsJsonArray("edits")) {
        JsonObject edit = each.getAsJsonObject();
        PDPage page = pdf.getPage(edit.get("page").getAsInt() - 1);
        PDFont font = PDType0Font.load(pdf, new File(edit.get("face").getAsString()));
        JsonArray area = edit.getAsJsonArray("area");
        float x = area.get(0).getAsFloat();
        float y = area.get(1).getAsFloat();
        try (PDPageContentStream content = new PDPageContentStream(pdf, page, AppendMode.APPEND, true, true)) {
          content.setNonStrokingColor(color(edit, "background"));
          content.addRect(x, y, area.get(2).getAsFloat() - x, area.get(3).getAsFloat() - y);
          content.fill();
          content.beginText();
          content.setNonStrokingColor(color(edit, "color"));
          content.setFont(font, number(edit, "size"));
          content.newLineAtOffset(number(edit, "x"), number(edit, "y"));
          content.showText(edit.get("text").getAsString());
          content.endText();
        }
        // Without these marks an incremental save would leave the page and its resources out.
        page.getCOSObject().setNeedToBeUpdated(true);
        if (page.getResources() != null) {
          page.getResources().getCOSObject().setNeedToBeUpdated(true);
        }
      }
      if (incremental) {
        try (FileOutputStream out = new FileOutputStream(job.get("out").getAsString())) {
          pdf.saveIncremental(out);
        }
      } else {
        pdf.save(job.get("out").getAsString());
      }
    }
  }

  static void fill(JsonObject job) throws IOException {
    try (PDDocument pdf = Loader.loadPDF(new File(job.get("in").getAsString()))) {
      PDAcroForm form = pdf.getDocumentCatalog().getAcroForm();
      for (var entry : job.getAsJsonObject("values").entrySet()) {
        form.getField(entry.getKey()).setValue(entry.getValue().getAsString());
      }
      if (job.get("flatten").getAsBoolean()) {
        form.flatten();
      }
      pdf.save(job.get("out").getAsString());
    }
  }

  static void merge(JsonObject job) throws IOException {
    PDFMergerUtility merger = new PDFMergerUtility();
    for (JsonElement source : job.getAsJsonArray("sources")) {
      merger.addSource(new File(source.getAsString()));
    }
    merger.setDestinationFileName(job.get("out").getAsString());
    merger.mergeDocuments(null);
  }
}

// Draws and stamps with the libraries of the iText line. `setup` compiles this once against OpenPDF, once against
// iText 2.1.7 and, with the package renamed, once against iText 5. The argument names a JSON file of jobs.

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.lowagie.text.Document;
import com.lowagie.text.Rectangle;
import com.lowagie.text.pdf.BaseFont;
import com.lowagie.text.pdf.PdfContentByte;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfStamper;
import com.lowagie.text.pdf.PdfWriter;
import java.io.FileOutputStream;
import java.io.FileReader;

public class WithStamper {
  public static void main(String[] arguments) throws Exception {
    try (FileReader reader = new FileReader(arguments[0])) {
      for (JsonElement each : JsonParser.parseReader(reader).getAsJsonArray()) {
        JsonObject job = each.getAsJsonObject();
        switch (job.get("action").getAsString()) {
          case "draw" -> draw(job);
          case "cover" -> cover(job);
          case "mark" -> mark(job);
          default -> throw new IllegalArgumentException("unknown action");
        }
      }
    }
  }

  static float number(JsonObject item, String name) {
    return item.get(name).getAsFloat();
  }

  static int[] color(JsonObject item, String name) {
    int rgb = Integer.decode(item.get(name).getAsString());
    return new int[] {rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
  }

  static BaseFont face(JsonObject item, String name) throws Exception {
    return BaseFont.createFont(item.get(name).getAsString(), BaseFont.IDENTITY_H, BaseFont.EMBEDDED);
  }

  static void draw(JsonObject job) throws Exception {
    JsonObject sheet = job.getAsJsonObject("sheet");
    Document document = new Document(new Rectangle(number(sheet, "width"), number(sheet, "height")));
    PdfWriter writer = PdfWriter.getInstance(document, new FileOutputStream(job.get("out").getAsString()));
    document.addTitle(sheet.get("title").getAsString());
    document.addAuthor(sheet.get("author").getAsString());
    document.open();
    BaseFont regular = face(sheet, "regular");
    BaseFont bold = face(sheet, "bold");
    for (JsonElement page : sheet.getAsJsonArray("pages")) {
      document.newPage();
      PdfContentByte content = writer.getDirectContent();
      for (JsonElement item : page.getAsJsonObject().getAsJsonArray("items")) {
        paint(content, item.getAsJsonObject(), regular, bold);
      }
    }
    document.close();
  }

  static void paint(PdfContentByte content, JsonObject item, BaseFont regular, BaseFont bold) {
    switch (item.get("kind").getAsString()) {
      case "text" -> {
        int align = switch (item.get("align").getAsString()) { case "right" -> 2; case "center" -> 1; default -> 0; };
        int[] ink = color(item, "color");
        content.beginText();
        content.setRGBColorFill(ink[0], ink[1], ink[2]);
        content.setFontAndSize(item.get("bold").getAsBoolean() ? bold : regular, number(item, "size"));
        content.showTextAligned(align, item.get("text").getAsString(), number(item, "x"), number(item, "y"), 0);
        content.endText();
      }
      case "line" -> {
        int[] ink = color(item, "color");
        content.setRGBColorStroke(ink[0], ink[1], ink[2]);
        content.setLineWidth(number(item, "width"));
        content.moveTo(number(item, "x1"), number(item, "y1"));
        content.lineTo(number(item, "x2"), number(item, "y2"));
        content.stroke();
      }
      case "fill" -> fill(content, color(item, "color"), number(item, "x"), number(item, "y"), number(item, "w"), number(item, "h"));
      default -> { }
    }
  }

  static void fill(PdfContentByte content, int[] ink, float x, float y, float width, float height) {
    content.setRGBColorFill(ink[0], ink[1], ink[2]);
    content.rectangle(x, y, width, height);
    content.fill();
  }

  static PdfStamper stamper(JsonObject job) throws Exception {
    PdfReader reader = new PdfReader(job.get("in").getAsString());
    FileOutputStream out = new FileOutputStream(job.get("out").getAsString());
    return job.get("incremental").getAsBoolean() ? new PdfStamper(reader, out, '\0', true) : new PdfStamper(reader, out);
  }

  /** White box and new text over the page, whole or in append mode. */
  static void cover(JsonObject job) throws Exception {
    PdfStamper stamper = stamper(job);
    for (JsonElement each : job.getAsJsonArray("edits")) {
      JsonObject edit = each.getAsJsonObject();
      PdfContentByte content = stamper.getOverContent(edit.get("page").getAsInt());
      JsonArray area = edit.getAsJsonArray("area");
      float x = area.get(0).getAsFloat();
      float y = area.get(1).getAsFloat();
      fill(content, color(edit, "background"), x, y, area.get(2).getAsFloat() - x, area.get(3).getAsFloat() - y);
      int[] ink = color(edit, "color");
      content.beginText();
      content.setRGBColorFill(ink[0], ink[1], ink[2]);
      content.setFontAndSize(face(edit, "face"), number(edit, "size"));
      content.setTextMatrix(number(edit, "x"), number(edit, "y"));
      content.showText(edit.get("text").getAsString());
      content.endText();
    }
    stamper.close();
  }

  /** The issuer's own mark in the margin of every page. */
  static void mark(JsonObject job) throws Exception {
    PdfReader reader = new PdfReader(job.get("in").getAsString());
    PdfStamper stamper = new PdfStamper(reader, new FileOutputStream(job.get("out").getAsString()));
    BaseFont font = BaseFont.createFont(BaseFont.HELVETICA, BaseFont.WINANSI, BaseFont.NOT_EMBEDDED);
    for (int page = 1; page <= reader.getNumberOfPages(); page++) {
      PdfContentByte content = stamper.getOverContent(page);
      content.beginText();
      content.setRGBColorFill(120, 120, 120);
      content.setFontAndSize(font, 7);
      content.setTextMatrix(56, 24);
      content.showText(job.get("text").getAsString() + " " + page);
      content.endText();
    }
    stamper.close();
  }
}
